package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	message := `{"id": "go-4711", "body": {"orderId": 4711}, "delayMs": 1000}`
	url := os.Getenv("DELAY_QUEUE_URL") + "/topics/order-timeout/messages"
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(message))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("DELAY_QUEUE_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		log.Fatal(answer.Status, " ", string(text))
	}
	fmt.Println(string(text))
}
