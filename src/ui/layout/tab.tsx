import { Link } from 'react-router-dom';

/** One of several views of a list, in a `nav` with the class `tabs`. */
export function Tab({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link to={to} preventScrollReset aria-current={current ? 'true' : undefined} className="tab">
      {children}
    </Link>
  );
}

interface ChoiceTabsProps<Choice extends string> {
  label: string;
  choices: readonly Choice[];
  current: Choice | undefined;
  labelOf: (choice: Choice) => string;
  to: (choice: Choice | undefined) => string;
}

/** All of a list, or one kind of it. */
export function ChoiceTabs<Choice extends string>({ label, choices, current, labelOf, to }: ChoiceTabsProps<Choice>) {
  return (
    <nav aria-label={label} className="tabs">
      {[undefined, ...choices].map((choice) => (
        <Tab key={choice ?? 'all'} to={to(choice)} current={choice === current}>
          {choice ? labelOf(choice) : 'All'}
        </Tab>
      ))}
    </nav>
  );
}
