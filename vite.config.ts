import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'

import viteFastify from '@fastify/vite/plugin'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { describeBuild } from './src/build/describe-build.ts'
import { drawIcons } from './src/build/draw-icons.ts'
import { bindCatalogues } from './src/build/insert-nbsp.ts'
import { keepBuilds } from './src/build/keep-builds.ts'
import { precompress } from './src/build/precompress.ts'
import { refuseServerCode } from './src/build/refuse-server-code.ts'
import { reloadForServerParts } from './src/build/reload-for-server-parts.ts'
import { withoutLoaders } from './src/build/without-loaders.ts'

const root = resolve(import.meta.dirname, 'src/app')
const messages = { configPath: resolve(import.meta.dirname, 'locales/lingui.config.ts') }

const OLDEST = ['safari16.4', 'ios16.4', 'firefox115', 'chrome111', 'edge111']

/** The modules come with all that they import: in two files, ours and React, which outlasts our versions. */
const CHUNKS = [
  // The entry asks with it for all the rest, which would come with the entry if it held this.
  { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: /src\/app\/(?:app|routes|pages\/product-page|shell\/(?:visit\/visit|app-update\/find-page)|newsletter\/launch\/launch-popup)\.tsx?$/,
  },
]

/** Names of files that ad blockers refuse, whatever they contain. */
const OFTEN_BLOCKED = /analytics|banner|campaign|consent|launch|letter|measur|mixpanel|pixel|popup|promo|track|vip/

export default defineConfig({
  root,
  server: {
    // Not the data folder, which holds keys and passwords.
    fs: { allow: ['src', 'locales', 'node_modules'].map((name) => realpathSync(resolve(import.meta.dirname, name))) },
    cors: false,
  },
  // Every React that the shop runs on has the hook itself.
  resolve: {
    alias: {
      'use-sync-external-store/shim': 'react',
      // The decoder without WebAssembly, which the policy of the pages forbids. The package does not export it.
      'meshoptimizer/reference': resolve(
        import.meta.dirname,
        'node_modules/meshoptimizer/meshopt_decoder_reference.js',
      ),
    },
  },
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    assetsInlineLimit: 0,
    // The oldest that buy with scripts, as the README says; the gate in `entry.client.ts` keeps older ones out.
    target: OLDEST,
    // The server names every module in the page's head; a list beside each import would weigh more than it saves.
    modulePreload: false,
    // A shop that runs from this folder, and the pages that it has sent, still ask for the files of the build before;
    // `keepBuilds` takes away the older ones.
    emptyOutDir: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: CHUNKS },
            chunkFileNames: ({ name }) => `assets/${OFTEN_BLOCKED.test(name) ? 'part' : '[name]'}-[hash].js`,
          },
        },
      },
    },
  },
  plugins: [
    refuseServerCode(import.meta.dirname),
    reloadForServerParts(),
    withoutLoaders(),
    viteFastify({ clientModule: '/index.tsx' }),
    react(),
    lingui(messages),
    bindCatalogues(),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(messages) }, messages)] }),
    tailwindcss(),
    drawIcons(resolve(root, 'public/favicon.svg')),
    describeBuild(),
    precompress(),
    keepBuilds(),
  ],
})
