/** Style sheets are imported for their effect; the build turns them into a file. */
declare module '*.css'

/** Pictures are imported as their address; the build makes a file of each, so that it is fetched only where it is shown. */
declare module '*.svg?no-inline' {
  const address: string
  export default address
}
