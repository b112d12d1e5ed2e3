import java.io.*;
import java.util.*;

/** A player of Economancy. Think in bid, attack, defend and buy; the rest reads states and writes moves. */
@SuppressWarnings("unchecked")
final class Bot {
    static final Map<String, int[]> CARDS = Map.ofEntries( // name: cost, attack, defence
        Map.entry("Board of Monopoly", new int[] {2, 1, 1}), Map.entry("Incantation", new int[] {4, 1, 1}),
        Map.entry("Wall of Wealth", new int[] {1, 1, 2}), Map.entry("Worker", new int[] {1, 1, 2}),
        Map.entry("Magic Bean Stock", new int[] {1, 1, 1}), Map.entry("Bubble", new int[] {2, 9, 2}),
        Map.entry("Ghost", new int[] {2, 3, 2}), Map.entry("Senior Worker", new int[] {2, 2, 2}),
        Map.entry("Gold Fish", new int[] {3, 1, 2}), Map.entry("Apprentice", new int[] {3, 2, 1}),
        Map.entry("Thug", new int[] {3, 4, 4}), Map.entry("Shield of Greed", new int[] {4, 2, 7}),
        Map.entry("Golem", new int[] {5, 7, 7}));

    static long bid(double coins) { return (long) (coins / 3); } // who bids most attacks; everybody pays
    static int attack(List<Object> cards) { return strongest(cards, 1, "Bubble", 0); } // 0 stops the attack
    static int defend(List<Object> cards) { return strongest(cards, 2, "Wall of Wealth", 2); }

    // My strongest card that may still be used today, by its index; 0 if there is none.
    static int strongest(List<Object> cards, int which, String other, int uses) {
        int best = 0, bestWorth = which == 1 ? 1 : 0; // who attacks with 1 kills nothing
        for (int i = 1; i < cards.size(); i++) {
            Map<String, Object> card = (Map<String, Object>) cards.get(i);
            int[] known = CARDS.get(card.get("name"));
            int most = card.get("name").equals(other) ? uses : 1;
            if (known != null && (Double) card.get("uses") < most && known[which] > bestWorth) {
                best = i;
                bestWorth = known[which];
            }
        }
        return best;
    }
    static String buy(Map<String, Object> shop, double coins) {
        String best = "Pass";
        for (String name : shop.keySet()) {
            int cost = CARDS.containsKey(name) && (Double) shop.get(name) > 0 ? CARDS.get(name)[0] : 99;
            if (cost <= coins && cost < 99 && (best.equals("Pass") || cost > CARDS.get(best)[0])) best = name;
        }
        return best;
    }

    public static void main(String[] words) throws IOException {
        PushbackReader in = new PushbackReader(new InputStreamReader(System.in, "UTF-8"));
        for (Object value; (value = Json.read(in)) != Json.END;) {
            Map<String, Object> state = (Map<String, Object>) value, phase = (Map<String, Object>) state.get("phase");
            String name = (String) phase.get("name");
            if (name.equals("end") || name.equals("fault")) return;
            int number = ((Double) state.get("player")).intValue();
            Map<String, Object> me = ((List<Map<String, Object>>) state.get("players")).get(number);
            List<Object> cards = (List<Object>) me.get("cards");
            double coins = (Double) me.get("coins");
            boolean attacks = phase.containsKey("attacker") && (Double) phase.get("attacker") == number;
            Object move = name.equals("investing") ? (Object) bid(coins)
                : name.equals("buy") ? '"' + buy((Map<String, Object>) state.get("shop"), coins) + '"'
                : (Object) (attacks ? attack(cards) : defend(cards));
            System.out.println("[" + move + "]"); // it is flushed; to see what it thinks: System.err.println(...)
        }
    }
}
