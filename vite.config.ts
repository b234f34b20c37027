import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  groups,
  inLanguageFolder,
  noServerFunctions,
  noSpareParts,
  oneLanguageEach,
  ownCopies,
  scriptName,
  smallIcons,
  wordsOfServer,
} from './scripts/lib-page-bundle.mjs';
import { routes } from './src/app/routes.ts';

export default defineConfig(({ command }) => ({
  // Pages may import each other through package.json's "imports"; nothing else is aliased. Nothing is inlined, because
  // the policy allows fonts and scripts from our own files only. The warning limit allows for three.js, which is loaded
  // only with the model viewer.
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  environments: {
    client: {
      build: {
        // Read by scripts/build.mjs and not served.
        manifest: true,
        modulePreload: { resolveDependencies: inLanguageFolder },
        rolldownOptions: {
          // A room's client/public.tsx exports everything that the room offers: importing one export must not load the
          // others' scripts.
          treeshake: { moduleSideEffects: [{ test: /\/src\/features\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups,
            },
            chunkFileNames: scriptName,
          },
        },
      },
    },
  },
  ssr: command === 'build' ? { noExternal: true as const } : {},
  server: { host: '127.0.0.1' },
  plugins: [
    ownCopies(),
    noServerFunctions(),
    noSpareParts(),
    smallIcons(),
    oneLanguageEach(),
    wordsOfServer(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: 'app',
        generatedRouteTree: 'app/routeTree.gen.ts',
        virtualRouteConfig: routes,
        // Error and "not found" components are a line or two: scripts of their own would cost requests.
        codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
        quoteStyle: 'single',
        semicolons: true,
      },
      server: { entry: 'app/page-server.ts' },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/src/features/*/server/**', '**/src/platform/server/**'] },
      },
    }),
    react(),
  ],
}));
