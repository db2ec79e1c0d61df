import { TROUBLE_WORDS, useTroubles } from '../../offline/trouble.ts';
import { Notice } from '../../ui/notice.tsx';

/** What keeps this device from keeping things, as far as it has turned out. */
export function TroubleNotices() {
  return useTroubles().map((trouble) => (
    <Notice key={trouble} tone="warn" title={TROUBLE_WORDS[trouble].title}>
      {TROUBLE_WORDS[trouble].text}
    </Notice>
  ));
}
