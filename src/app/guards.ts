import type { LoaderFunctionArgs, MiddlewareFunction, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { redirectFrom } from '../browser/redirect-from.ts';
import { paths } from '../domain/paths.ts';
import { loadProfile } from '../features/session/queries.ts';
import { readDeviceUser } from '../offline/device-user.ts';

/*
 * Who may see which pages (specification section 2, route groups). These only redirect people; the
 * server protects the data. Middleware, because it runs before any loader of the page.
 */

const getProfile = (context: Readonly<RouterContextProvider>) => loadProfile(context.get(queryClientContext));

/** The requested address, to return to after signing in. */
function requestedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Guest pages: a signed-in person goes home. */
export const guestOnly: MiddlewareFunction = async ({ context, request }) => {
  if (await getProfile(context).catch(() => null)) throw redirectFrom(request, paths.home);
};

/**
 * Offline, runs the guard alongside the page's loaders, since both read from this device. Online,
 * the guard goes first, so forbidden data is never requested.
 */
function runAlongside(guard: (args: LoaderFunctionArgs) => Promise<void>): MiddlewareFunction {
  return async (args, next) => {
    if (navigator.onLine || readDeviceUser() === null) return guard(args);
    const page = next();
    await guard(args);
    return page;
  };
}

/** App pages: a visitor goes to /login and comes back, an unverified person to /verify-email. */
export const verifiedOnly = runAlongside(async ({ context, request }) => {
  const profile = await getProfile(context);
  if (!profile) throw redirectFrom(request, paths.login({ returnTo: requestedPath(request) }));
  // Ask again: the stored profile may be older than a click on the verification link.
  if (!profile.verified && !(await getProfile(context))?.verified) throw redirectFrom(request, paths.verifyEmail());
});

/** Manager pages, behind `verifiedOnly`: everyone else goes home. */
export const managerOnly = runAlongside(async ({ context, request }) => {
  if (!(await getProfile(context))?.header) throw redirectFrom(request, paths.home);
});

/** Courier pages, behind `verifiedOnly`: everyone else goes home. */
export const courierOnly = runAlongside(async ({ context, request }) => {
  if (!(await getProfile(context))?.courier) throw redirectFrom(request, paths.home);
});
