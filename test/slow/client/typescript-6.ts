/** Lets a generator that needs the compiler's own API, which TypeScript 7 lacks, load TypeScript 6 in its place. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-6' : name, context),
})
