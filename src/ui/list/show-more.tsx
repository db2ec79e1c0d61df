import { Button } from '../button.tsx';

export const ShowMore = ({ more }: { more: { isLoading: boolean; load(): void } | null }) =>
  more && (
    <p className="mt-4">
      <Button small icon="chevron-down" pending={more.isLoading} pendingLabel="Loading" onClick={more.load}>
        Show more
      </Button>
    </p>
  );
