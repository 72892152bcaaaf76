/** The emblem as a picture of its own, for icons: a score sheet, and the circle of a red pencil. */

interface EmblemProps {
  viewBox?: string
  /** True for a background of paper. */
  paper?: boolean
}

/** The colours of paper, in light and in dark. Manifests and `meta` elements cannot read the tokens of the styles. */
export const PAPER = { light: '#f6faf7', dark: '#0c1613' }

export const emblem = ({ viewBox = '0 0 24 24', paper = false }: EmblemProps = {}): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none">`,
    ...(paper ? [`<rect x="-50" y="-50" width="150" height="150" fill="${PAPER.light}"/>`] : []),
    '<path stroke="#14603f" stroke-width="2" d="M3 3.5h18v17H3zM3 9h18M3 14.5h18M8 3.5v17"/>',
    '<ellipse cx="14.4" cy="11.8" rx="5.2" ry="4.1" stroke="#d0401f" stroke-width="2.4" transform="rotate(-8 14.4 11.8)"/>',
    '</svg>',
  ].join('')
