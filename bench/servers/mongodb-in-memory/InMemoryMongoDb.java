import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.List;

/**
 * A server of MongoDB's wire protocol that keeps everything in memory, on the loopback port of its argument: mongo-java-server, which says
 * here that it is MongoDB 4.4 and knows `hello`, as the driver asks for both.
 */
public class InMemoryMongoDb {
  public static void main(String[] arguments) throws InterruptedException {
    MemoryBackend backend =
        new MemoryBackend() {
          @Override
          public Document handleCommand(Channel channel, String database, String command, Document query) {
            if (!command.equals("hello")) return super.handleCommand(channel, database, command, query);
            Document answer = super.handleCommand(channel, "admin", "isMaster", query);
            answer.put("isWritablePrimary", true);
            return answer;
          }
        };
    backend.version(
        new MongoVersion() {
          @Override
          public List<Integer> getVersionArray() {
            return List.of(4, 4, 0);
          }

          @Override
          public int getWireVersion() {
            return 9;
          }
        });
    new MongoServer(backend).bind("127.0.0.1", Integer.parseInt(arguments[0]));
    Thread.currentThread().join();
  }
}
