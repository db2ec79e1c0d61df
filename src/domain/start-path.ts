import { paths } from './paths.ts';
import { isAtDesk, type Member } from './roles.ts';

/** Where someone begins who has asked for no page. The specification sends managers home. */
export const startPathOf = (person: Member): string =>
  isAtDesk(person) && !person.header ? paths.manager : paths.home;
