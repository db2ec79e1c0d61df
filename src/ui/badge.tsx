import { Icon, type IconName } from './icon.tsx';
import { TONE_CLASS, type Tone } from './tone.ts';

interface BadgeProps {
  tone: Tone;
  icon: IconName;
  /** Filled, for final failures. */
  solid?: boolean;
  label: string;
}

export function Badge({ tone, icon, solid = false, label }: BadgeProps) {
  return (
    <span className={`sticker ${TONE_CLASS[tone]} ${solid ? 'sticker-solid' : ''}`}>
      <span className={`sticker-icon ${solid ? 'border-on-tone' : ''}`}>
        <Icon name={icon} />
      </span>
      {label}
    </span>
  );
}

export function IconBlock({ tone, icon }: { tone: Tone; icon: IconName }) {
  return (
    <span className={`icon-block ${TONE_CLASS[tone]}`}>
      <Icon name={icon} className="text-[.8125rem]" />
    </span>
  );
}
