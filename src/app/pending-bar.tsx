import { useNavigation } from 'react-router-dom';

/** Shows that a page is on its way; drawn.css lets it appear only when that takes longer than 150 ms. Says nothing. */
export function PendingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="pending-bar" aria-hidden="true" />;
}
