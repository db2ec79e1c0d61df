import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import type { Setting } from '../../../domain/settings/settings.ts';
import { InviteDialog } from '../../../features/people/invite-dialog.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { proposeCurrency, proposeTimeZone } from '../../../features/set-up/propose.ts';
import { setUpQuery } from '../../../features/set-up/queries.ts';
import { SetUpSteps } from '../../../features/set-up/set-up-steps.tsx';
import { StarterRates } from '../../../features/set-up/starter-rates.tsx';
import { ASKED, type StepName } from '../../../features/set-up/steps.ts';
import { TestLabel } from '../../../features/set-up/test-label.tsx';
import { BrandFiles } from '../../../features/settings/brand-files.tsx';
import { settingsQuery } from '../../../features/settings/queries.ts';
import { SettingsForm } from '../../../features/settings/settings-form.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { Skeleton } from '../../../ui/list/skeleton.tsx';

const PROPOSED = { TIME_ZONE: proposeTimeZone(), CURRENCY: proposeCurrency() };

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(settingsQuery), client.prefetchQuery(setUpQuery)]),
);

/** /manager/set-up: from an empty database to a first delivered parcel. */
export function Component() {
  const settings = useQuery(settingsQuery);
  const facts = useQuery(setUpQuery);
  return (
    <DeskPage
      title="Set up"
      description="From a name to the first delivered parcel. Each step can wait."
      query={[settings, facts]}
      above={[{ label: 'Settings', to: paths.manageSettings() }]}
    >
      <p className="soft">From a name to the first delivered parcel, in about an hour. Each step can wait.</p>
      <QueryView query={settings} waiting={<Skeleton className="h-80" />}>
        {(list) => (
          <QueryView query={facts} waiting={<Skeleton className="h-80" />}>
            {(found) => (
              <SetUpSteps settings={list} facts={found} proposed={PROPOSED}>
                {(step, onTestLabel) => <StepBody step={step} settings={list} onTestLabel={onTestLabel} />}
              </SetUpSteps>
            )}
          </QueryView>
        )}
      </QueryView>
    </DeskPage>
  );
}

interface StepBodyProps {
  step: StepName;
  settings: readonly Setting[];
  onTestLabel: () => void;
}

function StepBody({ step, settings, onTestLabel }: StepBodyProps): ReactNode {
  switch (step) {
    case 'brand':
    case 'place':
    case 'promise':
      return (
        <>
          <SettingsForm
            settings={ASKED[step].flatMap((key) => settings.find((one) => one.key === key) ?? [])}
            proposed={PROPOSED}
          />
          {step === 'brand' && <BrandFiles only={['logo', 'icon']} />}
        </>
      );
    case 'prices':
      return (
        <>
          <p>What shops pay for a parcel, to every country. Change the amounts; countries and returns come later.</p>
          <StarterRates currency={settings.find(({ key }) => key === 'CURRENCY')?.value ?? ''} />
          <Link to={paths.manageRates()} className="go-touch">
            All rates
          </Link>
        </>
      );
    case 'people':
      return (
        <>
          <p>Whoever drives needs the role of a courier, and a phone. It is done once a courier has signed in.</p>
          <div className="row">
            <Button icon="mail" opens={(close) => <InviteDialog onInvited={close} onClose={close} />}>
              Invite a colleague
            </Button>
            <ButtonLink to={paths.manageUsers({ role: 'courier' })}>Couriers</ButtonLink>
          </div>
        </>
      );
    case 'label':
      return (
        <>
          <p>To see that paper and printer fit. Labels are 100 × 150 mm, or as you printed last on this device.</p>
          <div>
            <TestLabel onPrinted={onTestLabel} />
          </div>
        </>
      );
    case 'parcels':
      return (
        <>
          <p>A file of orders or the first ones by hand: ten make a day that is worth a plan.</p>
          <div className="row">
            <ButtonLink to={paths.importShipments} icon="file-up">
              Import shipments
            </ButtonLink>
            <ButtonLink to={paths.createShipment} icon="package-plus">
              Create shipment
            </ButtonLink>
          </div>
        </>
      );
    case 'run':
      return (
        <>
          <p>All parcels without a run are split among the couriers, each in a good order.</p>
          <div>
            <ButtonLink to={paths.planRuns()} icon="route">
              Plan runs
            </ButtonLink>
          </div>
        </>
      );
    case 'delivery':
      return (
        <>
          <p>
            The courier opens <b>My run</b>, loads, and delivers. You see it here, and the receiver on the page of the
            parcel.
          </p>
          <div>
            <ButtonLink to={paths.manageRuns()} icon="truck">
              Runs
            </ButtonLink>
          </div>
        </>
      );
  }
}
