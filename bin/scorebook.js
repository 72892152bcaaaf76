#!/usr/bin/env node
/** The command `scorebook`. */
import { withNode } from './with-node.js'

await withNode('src/main.ts', process.argv.slice(2))
