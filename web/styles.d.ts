/** Style sheets are imported for their effect; the build turns them into a file. */
declare module '*.css'
