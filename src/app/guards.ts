import {
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { paths } from '../domain/paths.ts';
import { loadProfile } from '../features/session/queries.ts';
import { readDeviceUser } from '../offline/device-user.ts';

/*
 * Who may see which pages (specification section 2, route groups). These lead people to where they can go on; what
 * protects the data stands in the server's procedures. Middleware, because it runs before any loader of the page.
 */

const profileOf = (context: Readonly<RouterContextProvider>) => loadProfile(context.get(queryClientContext));

/** The address a person wanted, to come back to after signing in. */
function wanted(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Guest pages: whoever is signed in goes home. */
export const guestOnly: MiddlewareFunction = async ({ context }) => {
  if (await profileOf(context).catch(() => null)) throw redirect(paths.home);
};

/**
 * A guard that holds nothing up without network: both the profile and what the page shows are read from this device then,
 * one beside the other. With a network it comes first, and what a person may not see is not even asked for.
 */
function beside(guard: (args: LoaderFunctionArgs) => Promise<void>): MiddlewareFunction {
  return async (args, next) => {
    if (navigator.onLine || readDeviceUser() === null) return guard(args);
    const page = next();
    await guard(args);
    return page;
  };
}

/** App pages: a visitor goes to /login and comes back, an unverified person to /verify-email. */
export const verifiedOnly = beside(async ({ context, request }) => {
  const profile = await profileOf(context);
  if (!profile) throw redirect(paths.login({ returnTo: wanted(request) }));
  // Asked once more: what this device has kept may be older than a click on the link.
  if (!profile.verified && !(await profileOf(context))?.verified) throw redirect(paths.verifyEmail());
});

/** Manager pages, behind `verifiedOnly`: everybody else goes home. */
export const managerOnly = beside(async ({ context }) => {
  if (!(await profileOf(context))?.header) throw redirect(paths.home);
});
