package org.delay.redisson.redis;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;

/**
 * The JSON of the stored form: on one line, and the same whatever an application sets for fastjson2 as a whole. Nothing
 * in it is a reference or names a class.
 */
final class StoredJson {

    private static final ObjectWriterProvider WRITERS = new ObjectWriterProvider();
    private static final ObjectReaderProvider READERS = new ObjectReaderProvider();

    private StoredJson() {}

    static String write(Object value) {
        JSONWriter.Context context = new JSONWriter.Context(WRITERS);
        context.setFeatures(0);
        return JSON.toJSONString(value, context);
    }

    static JSONObject object(String json) {
        return JSON.parseObject(json, reading());
    }

    static String text(String json) {
        return JSON.parseObject(json, String.class, reading());
    }

    private static JSONReader.Context reading() {
        JSONReader.Context context = new JSONReader.Context(READERS);
        context.setFeatures(0);
        context.config(JSONReader.Feature.DisableReferenceDetect);
        return context;
    }
}
