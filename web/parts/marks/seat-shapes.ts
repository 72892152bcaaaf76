/** The shapes of seats, as SVG path data. Each fits into a square with sides of 14. */
export const SHAPES = [
  'M7 0a7 7 0 1 0 0 14A7 7 0 0 0 7 0Z',
  'M1 1h12v12H1Z',
  'M7 0.5 14 13H0Z',
  'M7 0 14 7 7 14 0 7Z',
  'M3.5 0.9h7L14 7l-3.5 6.1h-7L0 7Z',
  'M4.8 0h4.4v4.8H14v4.4H9.2V14H4.8V9.2H0V4.8h4.8Z',
]
