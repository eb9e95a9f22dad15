/** The language that the browser prefers: `de` for `de-AT,de;q=0.9,en`. Browsers list them in order. */
export const acceptedLanguage = (request: Headers): string =>
  /^\s*([a-z]+)/i.exec(request.get('accept-language') ?? '')?.[1]?.toLowerCase() ?? 'en'
