package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

var client = http.Client{Timeout: 30 * time.Second}

func call(path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, os.Getenv("DELAY_QUEUE_URL")+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("DELAY_QUEUE_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s", response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

func handle(id, body string) error {
	var order struct{ OrderID int }
	if err := json.Unmarshal([]byte(body), &order); err != nil {
		return err
	}
	fmt.Printf("Order %d was not paid in time: %s\n", order.OrderID, id)
	return nil
}

func main() {
	ask := map[string]any{"topics": []string{"order-timeout"}, "max": 10, "waitMs": 20000, "leaseMs": 30000}
	for {
		var received struct{ Messages []struct{ ID, Body, Handle string } }
		if err := call("/receive", ask, &received); err != nil {
			fmt.Println("Trying again:", err)
			time.Sleep(time.Second)
			continue
		}
		for _, message := range received.Messages {
			path, item := "/topics/order-timeout/ack", map[string]any{"handle": message.Handle}
			if err := handle(message.ID, message.Body); err != nil {
				path, item["error"] = "/topics/order-timeout/retry", err.Error()
			}
			// If this fails, the message comes again when its lease ends.
			if err := call(path, map[string]any{"items": []any{item}}, &struct{}{}); err != nil {
				fmt.Println(err)
			}
		}
	}
}
