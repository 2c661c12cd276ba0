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
import { slimPackages } from './src/build/slim-packages.ts'

const root = resolve(import.meta.dirname, 'src/app')
const messages = { configPath: resolve(import.meta.dirname, 'locales/lingui.config.ts') }

const OLDEST = ['safari16.4', 'ios16.4', 'firefox115', 'chrome111', 'edge111']

/** What every page needs: in one file, though fields and the names of countries stand beside the rest. */
const EVERYWHERE = [
  // The excluded packages are for previews, for measured visits, for payments and for passkeys.
  /node_modules\/(?!re2js|mixpanel-browser|picomatch|@paypal|@simplewebauthn)/,
  /src\/app\/(?:page-route\.ts$|(?:routing|i18n|ui\/overlays)\/(?!browser-shop-data|sheet))/,
  /src\/app\/shell\/(?:(?!load-root|checkout-|wordmark)[^/]+|footer\/footer)\.tsx?$/,
  /src\/app\/ui\/(?!account-icon|accordion|(?:check-)?field|empty-state|overlays\/sheet)/,
  /src\/app\/product\/(?!card\/|on-demand\/|facts\/product-|help\/|ring-size\/|stone\/|stock-alert\/stock-alert\.|engraving\/(?!engraving-later)|lists\/compare-bar|own-screen)/,
  /src\/app\/(?:cart\/(?:[^/]+|sync\/(?!cart-changes)[^/]+)|country\/visitor-country|listing\/not-found)\.tsx?$/,
  /src\/app\/(?:delivery\/delivery-(?:dates|line|text)|contact\/ask-link|shell\/app-update\/find-page)/,
  /src\/app\/(?:content\/client\/open-later|shell\/preview\/late-preview-bar)\.tsx?/,
  /src\/app\/(?:analytics\/track|newsletter\/(?:subscription|seen-popups))\.ts/,
  /src\/shared\/(?!checkout|contact|delivery|order\/(?:withdrawing|write-)|cart\/choice-of|email\/|country|text|search|money\/(?:paypal-|you-save)|product\/(?:price-range|engraving)|privacy\/(?!has-measures)|newsletter\/stock-alert-)/,
]

/**
 * What every page needs comes in two files, ours and React, which outlasts our versions: left alone, each part that two
 * pages share would be a file of its own, and twenty small ones compress worse than two. In one file they would
 * compress worse as well: the names in the one would be chosen by what is frequent in the other.
 */
const CHUNKS = [
  // The entry asks with it for all the rest, which would come with the entry if it held this.
  { name: 'load', test: /vite\/preload-helper|rolldown\/runtime/ },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'base', test: (id: string) => EVERYWHERE.some((path) => path.test(id)) },
  { name: 'cards', test: /src\/app\/product\/card\// },
  { name: 'categories', test: /src\/app\/listing\/category-/ },
  // Before the content, which would take along all that its parts show.
  { name: 'field', test: /src\/(?:app\/ui\/field|shared\/email\/(?:is|mask)-)/ },
  { name: 'newsletter', test: /src\/app\/newsletter\/(?:banner|forms)\// },
  { name: 'content', test: /src\/app\/content\/(?!client\/)/ },
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
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
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
    slimPackages(),
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
