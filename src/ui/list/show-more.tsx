import { Button } from '../button.tsx';

interface ShowMoreProps {
  more: { isLoading: boolean; load(): void } | null;
}

export const ShowMore = ({ more }: ShowMoreProps) =>
  more && (
    <p className="mt-4">
      <Button small icon="chevron-down" pending={more.isLoading} pendingLabel="Loading" onClick={more.load}>
        Show more
      </Button>
    </p>
  );
