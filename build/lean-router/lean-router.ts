import { type ESTree, type Plugin, Visitor } from 'vite';

const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
/** Created even if never used. */
const COMPONENT = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;
/** Only builds with warnings are shipped. */
const WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';

/** Never needed, but the build would keep them, because each is called somewhere. */
const UNUSED = new Set([
  // Calls go through tRPC and React Query.
  'handleAction',
  'fetch2',
  'handleFetcherAction',
  'handleFetcherLoader',
  'getUpdatedActionData',
  'getUpdatedRevalidatingFetchers',
  'markFetchRedirectsDone',
  'abortStaleFetchLoads',
  'getFetcher',
  'resetFetcher',
  'deleteFetcher',
  'queueFetcherForDeletion',
  'abortFetcher',
  'updateFetcherState',
  'setFetcherError',
  'markFetchersDone',
  'revalidate',
  'convertFormDataToSearchParams',
  'convertSearchParamsToFormData',
  'discoverRoutes',
  'patchRoutesImpl',
  'patchRoutes',
  '_internalSetRoutes',
  'loadLazyRouteProperty',
  'explodeOptionalSegments',
  'parseHydrationData',
  'deserializeErrors',
  'RSCErrorHandler',
  'PrefetchPageLinks',
  'DefaultErrorComponent',
  'instrumentClientSideRouter',
  'getRouteInstrumentationUpdates',
  'persistAppliedTransitions',
  'restoreAppliedTransitions',
  'useViewTransitionState',
]);

/** Empties the functions, so that the bundler removes what only they need. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules.react-router.dist.*\.mjs$/, code: WARNINGS },
      handler(code) {
        const bodies = bodiesOf(this.parse(code));
        let lean = code;
        for (const { start, end } of bodies.sort((one, other) => other.start - one.start))
          lean = `${lean.slice(0, start)}{}${lean.slice(end)}`;
        return lean
          .replace(WARNINGS, 'var ENABLE_DEV_WARNINGS = false;')
          .replace(DISPLAY_NAME, '')
          .replace(COMPONENT, '= /* @__PURE__ */ ');
      },
    },
  };
}

function bodiesOf(program: ESTree.Program): ESTree.Node[] {
  const bodies = new Map<string, ESTree.Node>();
  const take = (name: string | undefined, body: ESTree.Node | null | undefined) => {
    if (name && body && UNUSED.has(name)) bodies.set(name, body);
  };
  new Visitor({
    FunctionDeclaration: ({ id, body }) => take(id?.name, body),
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') take(id.name, init.body);
    },
  }).visit(program);
  const missing = [...UNUSED].filter((name) => !bodies.has(name));
  if (missing.length > 0) throw new Error(`The router no longer has ${missing.join(', ')}`);
  return [...bodies.values()];
}
