export const SERVICE_WORKER_URL = '/service-worker.js';

/** The scanner's, whose name has the hash of its build; the server knows it by this name too, for its content policy. */
const SCAN_WORKER = /^\/assets\/scan-worker-[\w-]+\.js$/;

const isOurs = (url: string) => url === SERVICE_WORKER_URL || SCAN_WORKER.test(url) || import.meta.env.DEV;

/** Made once: the content policy of the page admits one policy of this name. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/**
 * The address of a worker, as `register()` and `Worker` want it: a TrustedScriptURL where the browser knows them. Only the
 * scripts named here can be started by address, throws TypeError on any other (design: content policy).
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
