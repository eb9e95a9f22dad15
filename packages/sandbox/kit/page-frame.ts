import { html } from 'hono/html'

/** Values in the template are escaped. JSX would need a build step: Node runs TypeScript only by removing its types. */
export type Html = ReturnType<typeof html>

type Frame = { title: string; head: Html; body: Html }

/** The frame of all pages: without scripts, so that a browser and a plain HTTP client can both use their forms. */
export function pageFrame({ title, head, body }: Frame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>`
}

export function problemAlert(problem: string | null | undefined): Html | '' {
  return problem ? html`<p class="problem" role="alert">${problem}</p>` : ''
}
