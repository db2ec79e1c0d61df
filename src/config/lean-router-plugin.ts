import { type ESTree, type Plugin, Visitor } from 'vite';

/** A name for React's developer tools, unused in a build. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
/** A component created on import, even if it is never used. */
const COMPONENT = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;
/** The package only ships builds with development warnings. */
const WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';

/**
 * Router functions that this app never needs. The build would keep them because each is called
 * somewhere, mostly under a condition that is never true here. The others return nothing useful.
 */
const UNUSED = new Set([
  // The router's forms and fetchers: calls go through tRPC and React Query.
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
  // Routes discovered or patched in later.
  'discoverRoutes',
  'patchRoutesImpl',
  'patchRoutes',
  '_internalSetRoutes',
  // Routes loaded part by part; ours load with one function.
  'loadLazyRouteProperty',
  // Paths with optional segments.
  'explodeOptionalSegments',
  // Server rendering by the router.
  'parseHydrationData',
  'deserializeErrors',
  'RSCErrorHandler',
  'PrefetchPageLinks',
  // The page for an error that no route handles: the root route does.
  'DefaultErrorComponent',
  // Observers and view transitions.
  'instrumentClientSideRouter',
  'getRouteInstrumentationUpdates',
  'persistAppliedTransitions',
  'restoreAppliedTransitions',
  'useViewTransitionState',
]);

/**
 * Drops unused parts of React Router: empties the functions, so that the bundler removes what only
 * they need. Fails if the package no longer has one of them.
 */
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

/** The bodies of the unused functions. */
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
