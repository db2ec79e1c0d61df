type Words<Text extends string> = Text extends `${infer One} ${infer More}` ? One | Words<More> : Text;
export type CallsOf<Group extends string> = Group extends `${infer Router}: ${infer Names}`
  ? `${Router}.${Words<Names>}`
  : never;

/** Names calls by their router: `bulk: get undo` are `bulk.get` and `bulk.undo`. */
export const withCalls = <Value, const Group extends string>(value: Value, groups: readonly Group[]) =>
  Object.fromEntries(
    groups.flatMap((group) => {
      const [router, names = ''] = group.split(': ');
      return names.split(' ').map((name) => [`${router}.${name}`, value]);
    }),
  ) as Record<CallsOf<Group>, Value>;
