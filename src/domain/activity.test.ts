import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AddActivitySchema } from './activity.ts';

const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';

describe('adding a location', () => {
  it.each([
    ['Malmö terminal', ''],
    [' Malmö ', ' Handed over '],
  ])('needs an address or a comment: %j and %j will do', (address, comment) => {
    const added = { id, address, comment, occurredAt: '2026-11-20T06:40:00.000Z' };
    const trimmed = { address: address.trim(), comment: comment.trim() };
    expect(v.parse(AddActivitySchema, added)).toEqual({ ...added, ...trimmed });
  });

  it('says at the comment that both are empty', () => {
    const { issues } = v.safeParse(AddActivitySchema, { id, address: ' ', comment: '\n\t' });
    const [issue] = issues ?? [];
    expect([issue && v.getDotPath(issue), issue?.message]).toEqual(['comment', 'Enter an address or a comment.']);
  });
});
