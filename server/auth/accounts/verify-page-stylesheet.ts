import { fontPath, linkPageStylesheet } from '../../http/links/link-page.ts'
import { authRoute } from '../protocol/auth-route.ts'

/** Font, colours and sizes of web/ui/styles.css, for the one page that the server renders itself. */
const styles = `
@font-face {
  font-family: Inter;
  src: url("${fontPath}") format("woff2");
  font-weight: 400 700;
  font-display: swap;
}
@font-face {
  font-family: "Inter fallback";
  src: local("Arial"), local("Helvetica Neue"), local("Helvetica"), local("Liberation Sans"), local("Arimo");
  ascent-override: 90.5%;
  descent-override: 22.5%;
  line-gap-override: 0%;
  size-adjust: 107%;
}
:root {
  color-scheme: light dark;
  --canvas: light-dark(oklch(0.981 0.003 255), oklch(0.178 0.011 262));
  --surface: light-dark(oklch(1 0 0), oklch(0.214 0.012 262));
  --line: light-dark(oklch(0.912 0.006 255), oklch(0.302 0.014 262));
  --ink: light-dark(oklch(0.245 0.02 262), oklch(0.945 0.005 255));
  --muted: light-dark(oklch(0.475 0.017 260), oklch(0.735 0.012 258));
  --accent: light-dark(oklch(0.475 0.155 260), oklch(0.765 0.112 258));
  --accent-strong: light-dark(oklch(0.415 0.15 260), oklch(0.82 0.09 258));
  --accent-soft: light-dark(oklch(0.955 0.02 258), oklch(0.295 0.05 260));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.19 0.03 262));
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  align-items: center;
  background: var(--canvas);
  color: var(--ink);
  font: 0.9375rem/1.5rem Inter, "Inter fallback", system-ui, sans-serif;
  -webkit-font-smoothing: antialiased;
}
header, footer { padding: 1.5rem 1rem; }
header a {
  display: flex;
  gap: 0.625rem;
  align-items: center;
  color: inherit;
  font-size: 1.125rem;
  font-weight: 600;
  text-decoration: none;
}
main {
  position: relative;
  overflow: hidden;
  width: calc(100% - 2rem);
  max-width: 27rem;
  margin: auto;
  padding: 2rem 1.5rem 1.5rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  box-shadow: 0 1px 2px oklch(0.2 0.02 262 / 0.05);
}
.stripes {
  position: absolute;
  inset: 0 0 auto;
  height: 0.375rem;
  background: repeating-linear-gradient(
    -45deg,
    oklch(0.62 0.17 27) 0 14px,
    oklch(0.97 0.008 255) 14px 28px,
    oklch(0.58 0.14 258) 28px 42px,
    oklch(0.97 0.008 255) 42px 56px
  );
}
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 2rem; text-wrap: pretty; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; text-wrap: pretty; }
[role="status"] { padding: 0.75rem; background: var(--accent-soft); border-radius: 0.5rem; }
button {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  font: inherit;
  font-weight: 600;
  color: var(--on-accent);
  background: var(--accent);
  border: 0;
  border-radius: 0.5rem;
  cursor: pointer;
}
button:hover { background: var(--accent-strong); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.aside, footer p { margin: 1rem 0 0; font-size: 0.8125rem; line-height: 1.25rem; color: var(--muted); }
footer p { margin: 0; }
.aside a, footer a { color: inherit; }
`

export const verifyPageStylesheet = authRoute({
  method: 'GET',
  path: linkPageStylesheet.replace('/auth/v1', ''),
  limit: null,
  withoutApiKey: true,
  handle: () =>
    new Response(styles, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    }),
})
