import { useSend } from '../../api/use-send.ts';
import { formatWish, type Wish } from '../../domain/choices.ts';
import { Button } from '../../ui/button.tsx';

interface WishActsProps {
  shipment: { id: string; trackingId: string };
  wish: Wish;
}

/** Offers both replies to a wish for a parcel on a released run, one tap each. */
export function WishActs({ shipment: { id, trackingId }, wish }: WishActsProps) {
  const answer = useSend('choiceAdmin.answerWish', {
    failed: 'Not answered',
    done: ({ take }) => (take ? 'Taken out of its run. We tell who asked.' : 'Declined. We tell who asked.'),
  });
  const send = (take: boolean) => answer.mutate({ id, choiceId: wish.choiceId, take });
  return (
    <div className="relative grid gap-1 justify-items-start">
      <span className="font-650">{formatWish(wish)}</span>
      <span className="row gap-2">
        <Button small disabled={answer.isPending} aria-label={`Take out ${trackingId}`} onClick={() => send(true)}>
          Take out
        </Button>
        <Button small disabled={answer.isPending} aria-label={`Decline ${trackingId}`} onClick={() => send(false)}>
          Decline
        </Button>
      </span>
      {answer.failure && <p className="field-error">{answer.failure.message}</p>}
    </div>
  );
}
