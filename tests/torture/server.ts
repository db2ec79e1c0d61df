import { SERVER } from '../../server/build.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../support/server-process.ts';

/** A server that is started again whenever it was killed. */
export class Server {
  process: ServerProcess | undefined;
  isReady = false;
  readonly #environment: Record<string, string>;
  readonly #exits: string[];
  readonly #main: string;
  #ended = false;

  /**
   * `exits`: collects unexpected exits. `main`: the server's script, possibly of another revision.
   */
  constructor(environment: Record<string, string>, exits: string[], main: string = SERVER) {
    this.#environment = environment;
    this.#exits = exits;
    this.#main = main;
  }

  /** Starts it, and again where the database was away at that moment, as the supervisor would. */
  async start(): Promise<void> {
    this.#ended = false;
    while (!this.isReady && !this.#ended) {
      const started = await startServerProcess(this.#environment, this.#main);
      this.process = started;
      void started.ended.then((code) => {
        if (this.isReady) this.#exits.push(`ended with ${code}: ${started.err().slice(-500)}`);
        this.isReady = false;
      });
      this.isReady = await waitUntilReady(started).then(
        () => true,
        () => false,
      );
      if (!this.isReady) started.child.kill('SIGKILL');
    }
  }

  /** Ends it at once, as a crash does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Lets it finish what is under way. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#ended = true;
    this.isReady = false;
    this.process?.child.kill(signal);
    await this.process?.ended;
  }
}
