import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { onPlainClick, useClosePanel, usePanelLink } from '../../browser/panel-history.ts';
import { CSV_STYLE_LABELS } from '../../domain/csv.ts';
import { DIGEST_LABELS } from '../../domain/digest.ts';
import { paths } from '../../domain/paths.ts';
import { rolesOf } from '../../domain/roles.ts';
import { fullName } from '../../domain/user.ts';
import { chosenMessagesQuery } from '../../features/messages/queries.ts';
import { DensityChoice } from '../../features/profile/density-choice.tsx';
import { UpdateProfileForm } from '../../features/profile/update-profile-form.tsx';
import { LogoutButton } from '../../features/session/logout-button.tsx';
import { profileQuery } from '../../features/session/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';

const MessageChoices = lazyNamed(() => import('../../features/messages/message-choices.tsx'), 'MessageChoices');

/** /profile: read-only, or the form with `view=update`. */
export function Component() {
  const query = useQuery(profileQuery);
  const [search] = useSearchParams();
  const update = paths.profile({ view: 'update' });
  const panel = usePanelLink(update);
  const close = useClosePanel(paths.profile());
  const navigate = useNavigate();
  const isUpdating = search.get('view') === 'update';
  // Fetched by the settings below.
  const preferences = useQuery({ ...chosenMessagesQuery(null), enabled: false });
  const profile = query.data;
  if (!profile) return null;
  return (
    <>
      <PageHead title="Profile" description="Your personal details." noindex />
      <ConfirmedAt query={isUpdating || !preferences.data ? query : [query, preferences]} />
      <div className="row justify-between">
        <h1 translate="no" className="break-anywhere">
          {fullName(profile)}
        </h1>
        <div className="row gap-3">
          <ButtonLink
            {...panel}
            to={isUpdating ? paths.profile() : update}
            icon={isUpdating ? 'x' : 'pencil'}
            onClick={(event) => isUpdating && onPlainClick(event, close)}
          >
            {isUpdating ? 'Cancel update' : 'Update profile'}
          </ButtonLink>
          <LogoutButton onDone={() => navigate(paths.login())} />
        </div>
      </div>
      {isUpdating ? (
        <UpdateProfileForm profile={profile} onDone={close} />
      ) : (
        <DescriptionList columns={3}>
          <DescriptionItem caption="First name" verbatim value={profile.firstName} />
          <DescriptionItem caption="Last name" verbatim value={profile.lastName} />
          <DescriptionItem caption="Email" email value={profile.email} />
          <DescriptionItem caption="Phone number" mono value={profile.phone} />
          <DescriptionItem caption="Date of birth" mono value={profile.dob} />
          <DescriptionItem caption="Address" verbatim value={profile.address} />
          <DescriptionItem caption="City">{profile.city}</DescriptionItem>
          <DescriptionItem caption="State">{profile.state}</DescriptionItem>
          <DescriptionItem caption="Nationality">{profile.nationality}</DescriptionItem>
          {profile.csvStyle === 'semicolon' && (
            <DescriptionItem caption="CSV files">{CSV_STYLE_LABELS.semicolon}</DescriptionItem>
          )}
          {rolesOf(profile).includes('shipper') && (
            <DescriptionItem caption="News of your parcels by email">
              {DIGEST_LABELS[profile.digest ?? 'hour']}
            </DescriptionItem>
          )}
          {profile.doorNote && <DescriptionItem caption="At the door" verbatim value={profile.doorNote} />}
        </DescriptionList>
      )}
      {!isUpdating && <DensityChoice />}
      {!isUpdating && (
        <Suspense fallback={<SkeletonRows rows={3} label="Loading notifications" />}>
          <MessageChoices trackingId={null} />
        </Suspense>
      )}
    </>
  );
}
