import java.io.IOException;
import java.io.PushbackReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value, read from a stream as far as its last character: Map, List, String, Double, Boolean or null. */
final class Json {
    static final Object END = new Object();

    /** Returns the next value, or END at the end of the stream. */
    static Object read(PushbackReader in) throws IOException {
        int letter = next(in);
        return letter < 0 ? END : value(in, letter);
    }

    private static int next(PushbackReader in) throws IOException {
        int letter;
        do letter = in.read(); while (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n');
        return letter;
    }

    private static Object value(PushbackReader in, int letter) throws IOException {
        if (letter < 0) throw new IOException("expected a JSON value, got the end of the input");
        if (letter == '"') return text(in);
        if (letter == '[') {
            List<Object> found = new ArrayList<>();
            for (letter = next(in); letter != ']'; letter = after(in)) found.add(value(in, letter));
            return found;
        }
        if (letter == '{') {
            Map<String, Object> found = new LinkedHashMap<>();
            for (letter = next(in); letter != '}'; letter = after(in)) {
                String key = (String) value(in, letter);
                if (next(in) != ':') throw new IOException("expected a colon after " + key);
                found.put(key, value(in, next(in)));
            }
            return found;
        }
        StringBuilder word = new StringBuilder();
        for (; letter >= 0 && ",]}: \t\r\n".indexOf(letter) < 0; letter = in.read()) word.append((char) letter);
        if (letter >= 0) in.unread(letter);
        switch (word.toString()) {
            case "true": return true;
            case "false": return false;
            case "null": return null;
            default: return Double.valueOf(word.toString());
        }
    }

    private static int after(PushbackReader in) throws IOException {
        int letter = next(in);
        return letter == ',' ? next(in) : letter;
    }

    private static String text(PushbackReader in) throws IOException {
        StringBuilder found = new StringBuilder();
        for (int letter = in.read(); letter != '"'; letter = in.read()) {
            if (letter < 0) throw new IOException("expected the end of a string");
            if (letter == '\\' && (letter = in.read()) == 'u') {
                char[] digits = new char[4];
                for (int i = 0; i < 4; i++) digits[i] = (char) in.read();
                letter = Integer.parseInt(new String(digits), 16);
            }
            found.append((char) letter);
        }
        return found.toString();
    }
}
