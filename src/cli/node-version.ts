/** Refuses to run on an older Node. This file must be imported first, because an older Node may fail to load the others. */

const OLDEST = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `Scorebook needs Node ${OLDEST} or newer; this is ${process.versions.node}. \`npm start\` and \`npx scorebook\` bring the right one.\n`,
  )
  process.exit(2)
}
