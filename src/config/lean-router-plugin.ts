import type { Plugin } from 'vite';

/** A name for React's developer tools, which nobody sees in a build. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
/** A component that is made when the module is read, though it may never be used. */
const COMPONENT = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;
/**
 * Lets the build leave out the parts of React Router that nothing here uses. They would stay because each is made or named as
 * the module is read, which the bundler cannot tell from work that matters.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules.react-router.dist.*\.mjs$/ },
      handler: (code) => code.replace(DISPLAY_NAME, '').replace(COMPONENT, '= /* @__PURE__ */ '),
    },
  };
}
