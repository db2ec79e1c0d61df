import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router-dom';
import { askForProof } from '../api/calls/proof.ts';
import { queryClientContext } from '../api/query-client.ts';
import { redirectFrom } from '../browser/redirect-from.ts';
import { paths, safeReturnTo } from '../domain/paths.ts';
import { factorsQuery } from '../features/factors/queries.ts';
import { SetUpFactor } from '../features/factors/set-up-factor.tsx';
import { LogoutButton } from '../features/session/logout-button.tsx';
import { loadProfile } from '../features/session/queries.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { QueryView } from '../ui/list/query-view.tsx';

/** Only for those who need one, and have not brought it to this session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const profile = await loadProfile(context.get(queryClientContext)).catch(() => null);
  if (!profile) return redirectFrom(request, paths.login());
  return profile.needsSecondFactor
    ? null
    : redirectFrom(request, safeReturnTo(new URL(request.url).searchParams.get('returnTo')));
}

/** /second-factor: nothing else works before. */
export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const factors = useQuery(factorsQuery);
  // Once there is one, its recovery codes are still to be seen.
  const [isSettingUp, setSettingUp] = useState<boolean>();
  const hadFactor = factors.data && (factors.data.passkeys.length > 0 || factors.data.authenticator !== null);
  if (isSettingUp === undefined && hadFactor !== undefined) setSettingUp(!hadFactor);

  async function leave() {
    await client.invalidateQueries();
    navigate(safeReturnTo(search.get('returnTo')), { replace: true });
  }

  async function confirm() {
    if (await askForProof()) await leave();
  }

  return (
    <main id="main" className="page-narrow">
      <PageHead title="Protect your account" description="Add a passkey or an authenticator app." noindex />
      <div>
        <h1>Protect your account</h1>
        <p className="mt-2">
          {isSettingUp === false
            ? 'Your account now needs more than a password. Use your passkey or a code to continue.'
            : 'Your account can see other people’s data, so it needs more than a password. Add one of these to continue.'}
        </p>
      </div>
      <QueryView query={factors}>
        {() =>
          isSettingUp ? (
            <SetUpFactor onDone={leave} />
          ) : (
            <div>
              <Button variant="primary" icon="fingerprint" className="max-sm:w-full" onClick={confirm}>
                Confirm that it’s you
              </Button>
            </div>
          )
        }
      </QueryView>
      <div>
        <LogoutButton onDone={() => navigate(paths.login())} />
      </div>
    </main>
  );
}
