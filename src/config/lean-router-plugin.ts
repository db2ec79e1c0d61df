import { type ESTree, type Plugin, Visitor } from 'vite';

/** A name for React's developer tools, which nobody sees in a build. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
/** A component that is made when the module is read, though it may never be used. */
const COMPONENT = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;
/** The package only has builds with the warnings of development. */
const WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';

/**
 * Functions of the router for what this app never does. They would stay in the build, since each is called somewhere, mostly
 * under a condition that is never met here. The others return nothing here anyway: no transition, no fetcher that has changed.
 */
const UNUSED = new Set([
  // Forms that the router sends, and its fetchers: calls go through tRPC and React Query.
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
  // Routes that are found later, or put in by somebody else.
  'discoverRoutes',
  'patchRoutesImpl',
  'patchRoutes',
  '_internalSetRoutes',
  // Parts of a route loaded one by one; ours come with one function.
  'loadLazyRouteProperty',
  // Paths with parts that may be missing.
  'explodeOptionalSegments',
  // Pages that a server of the router's own has rendered.
  'parseHydrationData',
  'deserializeErrors',
  'RSCErrorHandler',
  'PrefetchPageLinks',
  // The page for an error that no route handles: the root route does.
  'DefaultErrorComponent',
  // Observers, and transitions between views.
  'instrumentClientSideRouter',
  'getRouteInstrumentationUpdates',
  'persistAppliedTransitions',
  'restoreAppliedTransitions',
  'useViewTransitionState',
]);

/**
 * Leaves out of the build what this app does not use of React Router. Each of those functions is emptied, and the bundler
 * then drops it with all that only it needs. Fails where the package has no such function any more.
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

/** The bodies of the functions that are not used. */
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
  if (missing.length > 0) throw new Error(`The router has no ${missing.join(', ')} any more`);
  return [...bodies.values()];
}
