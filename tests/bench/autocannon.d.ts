/** Declares only what the bench uses. */
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      method: 'GET' | 'POST';
      path: string;
      headers?: Record<string, string>;
      body?: string;
    }
    interface Client {
      setRequests(requests: Request[]): void;
    }
    interface Options {
      url: string;
      connections: number;
      /** Seconds. */
      duration: number;
      timeout: number;
      overallRate?: number;
      setupClient(client: Client): void;
    }
    interface Result {
      duration: number;
      '2xx': number;
      non2xx: number;
      errors: number;
      timeouts: number;
    }
    interface Run extends PromiseLike<Result> {
      on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): void;
    }
  }
  function autocannon(options: autocannon.Options): autocannon.Run;
  export = autocannon;
}
