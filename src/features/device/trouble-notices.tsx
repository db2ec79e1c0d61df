import { TROUBLE_WORDS, useTroubles } from '../../offline/trouble.ts';
import { Notice } from '../../ui/notice.tsx';

/** Known problems with storing data on this device. */
export function TroubleNotices() {
  return useTroubles().map((trouble) => (
    <Notice key={trouble} tone="warn" title={TROUBLE_WORDS[trouble].title}>
      {TROUBLE_WORDS[trouble].text}
    </Notice>
  ));
}
