/** A response that is none of the server's answers: a page of the network in between, or of a proxy, instead of JSON. */
export class ForeignResponse extends Error {
  override name = 'ForeignResponse';
  /** Its HTTP status; 0 where it leads somewhere else. */
  readonly status: number;

  constructor({ status }: Response) {
    super('The response is not from our server');
    this.status = status;
  }
}

/**
 * Sends a request past the HTTP cache, which may hold a portal's page. Throws a ForeignResponse where no JSON comes back; the
 * API leads nowhere else, so a redirect is the network's own.
 */
export async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, cache: 'no-store', redirect: 'manual' });
  if (!response.headers.get('content-type')?.includes('json')) throw new ForeignResponse(response);
  return response;
}
