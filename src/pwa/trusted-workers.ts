export const SERVICE_WORKER_URL = '/service-worker.js';

/** The server's content policy uses the first name. */
const WORKER = /^\/assets\/(?:scan|order)-worker-[\w-]+\.js$/;

const isOurs = (url: string) => url === SERVICE_WORKER_URL || WORKER.test(url) || import.meta.env.DEV;

let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** @throws {TypeError} for any other script. */
export function trustedWorkerUrl(url: string): string {
  policy ??= window.trustedTypes?.createPolicy('waybill', {
    createScriptURL(asked) {
      if (!isOurs(asked)) throw new TypeError('Not a worker of ours');
      return asked;
    },
  });
  return (policy?.createScriptURL(url) ?? url) as unknown as string;
}
