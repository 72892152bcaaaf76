/** The logo of Scorebook: a score sheet with a pencil circle round the winner. */

export const Emblem = () => (
  <svg class="emblem" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M3 3.5h18v17H3zM3 9h18M3 14.5h18M8 3.5v17" fill="none" stroke="currentColor" stroke-width="2" />
    <ellipse
      class="pencil"
      cx="14.4"
      cy="11.8"
      rx="5.2"
      ry="4.1"
      fill="none"
      stroke-width="2.2"
      transform="rotate(-8 14.4 11.8)"
    />
  </svg>
)
