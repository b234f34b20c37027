export const mostPictureBytes = 5 * 1024 * 1024;

/** Names of files that may hold a picture; what is in them is looked at by the server. */
export const pictureName = /\.(?:png|jpe?g|gif)$/i;

/** A picture of more pixels than this is refused before it is decoded, wherever it comes. */
export const mostPicturePixels = 50_000_000;
