import { expect, it } from 'vitest';
import { isTextable } from './textable.ts';

it.each([
  ['+46701234567', 'mobile'],
  ['+447400123456', 'mobile'],
  ['+14155550132', 'of either kind'],
  ['+393123456789', 'mobile'],
  ['+8613800138000', 'mobile'],
])('texts %s, which is %s', (number) => {
  expect(isTextable(number)).toBe(true);
});

it.each([
  ['+46315550192', 'a fixed line'],
  ['+46900123456', 'a fixed line or nothing'],
  ['+46939123456', 'premium in Sweden'],
  ['+449098790000', 'premium in Britain'],
  ['+447012345678', 'a personal number, which costs more'],
  ['+448451234567', 'shared cost in Britain'],
  ['+4918012345678', 'shared cost in Germany'],
  ['+4990012345678', 'premium in Germany'],
  ['+19005550199', 'premium in America'],
  ['+18005550199', 'toll-free'],
  ['+8816312345678', 'a satellite (Iridium)'],
  ['+870773123456', 'a satellite (Inmarsat)'],
  ['+88213312345', 'an international network'],
  ['+883510012345678', 'an international network'],
  ['+979123456789', 'international premium'],
  ['+808123456789', 'international shared cost'],
  ['+80012345678', 'international toll-free'],
  ['+878101234567890', 'universal personal'],
  ['+4670123', 'too short'],
  ['070-123 45 67', 'not of E.164'],
])('never texts %s, which is %s', (number) => {
  expect(isTextable(number)).toBe(false);
});
