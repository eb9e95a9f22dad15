/** Screenshots taken by `npm run pictures` from the demo account; sizes in CSS pixels. */
const pictures = {
  mailbox: {
    light: new URL('./pictures/mailbox-light.png', import.meta.url).href,
    dark: new URL('./pictures/mailbox-dark.png', import.meta.url).href,
    height: 200,
  },
  instructions: {
    light: new URL('./pictures/instructions-light.png', import.meta.url).href,
    dark: new URL('./pictures/instructions-dark.png', import.meta.url).href,
    height: 400,
  },
  settings: {
    light: new URL('./pictures/settings-light.png', import.meta.url).href,
    dark: new URL('./pictures/settings-dark.png', import.meta.url).href,
    height: 460,
  },
  history: {
    light: new URL('./pictures/history-light.png', import.meta.url).href,
    dark: new URL('./pictures/history-dark.png', import.meta.url).href,
    height: 400,
  },
}

const pictureWidth = 720

export function HelpPicture({ of, alt }: { of: keyof typeof pictures; alt: string }) {
  const { light, dark, height } = pictures[of]
  return (
    <picture className="block py-1">
      <source media="(prefers-color-scheme: dark)" srcSet={dark} />
      <img
        src={light}
        alt={alt}
        width={pictureWidth}
        height={height}
        loading="lazy"
        className="h-auto w-full rounded-xl border border-line shadow-card"
      />
    </picture>
  )
}
