import { useQuery } from '@tanstack/react-query';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { setUpQuery } from './queries.ts';

/** Until the first parcel is delivered, the desk says what is left to set up. */
export function SetUpNotice() {
  const { data: facts } = useQuery(setUpQuery);
  if (!facts || facts.isDelivered) return null;
  return (
    <Notice title="Your brand is new">
      <p className="mb-2">From its name to the first delivered parcel it takes about an hour.</p>
      <ButtonLink small to={paths.setUp} icon="chevron-right">
        Set up
      </ButtonLink>
    </Notice>
  );
}
