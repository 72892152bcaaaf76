/** An invented score sheet that shows strangers what Scorebook does. */
import { html } from '../html.ts'

const SEATS = [
  html`<svg class="seat-0" viewBox="0 0 14 14"><circle cx="7" cy="7" r="6.5" /></svg>`,
  html`<svg class="seat-1" viewBox="0 0 14 14"><path d="M1 1h12v12H1z" /></svg>`,
  html`<svg class="seat-2" viewBox="0 0 14 14"><path d="M7 .8 13.6 13H.4z" /></svg>`,
  html`<svg class="seat-3" viewBox="0 0 14 14"><path d="M7 0l7 7-7 7-7-7z" /></svg>`,
]

const CIRCLE = html`<svg class="circle" viewBox="0 0 44 34">
  <path
    d="M27 3.4C14 .8 3.4 7 3 16.4 2.6 26 12 31.4 23 31c11-.4 19-6.400 18.400-15.200C40.800 6.600 29.600 2 18.600 3.600"
    stroke-width="2.6"
    stroke-linecap="round"
  />
</svg>`

const ROWS = [
  ['Alma', 48, '2='],
  ['Bruno', 57, '1'],
  ['Carla', 48, '2='],
  ['Dario', 44, '4'],
] as const

export const EXAMPLE = html`<div class="example" aria-hidden="true">
  ${ROWS.map(
    ([name, score, place], n) =>
      html`<div${place === '1' && html` class="won"`}>${SEATS[n]}<span>${name}</span><b>${score}</b><i>${place}${place === '1' && CIRCLE}</i></div>`,
  )}
</div>`
