package org.delay.redisson.json;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, numbers of full precision, and texts. No content selects a class. */
final class JsonTree {

    private static final ObjectReaderProvider READERS = readers();

    private JsonTree() {}

    private static ObjectReaderProvider readers() {
        ObjectReaderProvider readers = new ObjectReaderProvider();
        readers.setDisableAutoType(true);
        return readers;
    }

    static @Nullable Object of(String json) {
        JSONReader.Context context = new JSONReader.Context(READERS);
        context.setFeatures(0);
        context.config(
                JSONReader.Feature.DisableReferenceDetect,
                JSONReader.Feature.UseNativeObject,
                JSONReader.Feature.UseBigDecimalForDoubles,
                JSONReader.Feature.UseBigDecimalForFloats);
        context.setObjectSupplier(null);
        context.setArraySupplier(null);
        return JSON.parseObject(json, Object.class, context);
    }
}
