export const SERVICE_WORKER_URL = '/service-worker.js';

/** The scanner's script, named by its hash; the server's content policy uses this name too. */
const SCAN_WORKER = /^\/assets\/scan-worker-[\w-]+\.js$/;

const isOurs = (url: string) => url === SERVICE_WORKER_URL || SCAN_WORKER.test(url) || import.meta.env.DEV;

/** Created once: the page's content policy admits one policy of this name. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/**
 * A worker's URL for `register()` and `Worker`: a TrustedScriptURL if supported.
 * @throws {TypeError} for any script not named here (design: content policy).
 */
export function trustedWorkerUrl(url: string): string {
  policy ??= window.trustedTypes?.createPolicy('waybill', {
    createScriptURL(asked) {
      if (!isOurs(asked)) throw new TypeError('Not a worker of ours');
      return asked;
    },
  });
  return (policy?.createScriptURL(url) ?? url) as unknown as string;
}
