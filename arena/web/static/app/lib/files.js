/** A file's bytes, as the API takes them.
 * @param {File} file @returns {Promise<string>} */
export function base64(file) {
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",", 2)[1] ?? "");
    reader.readAsDataURL(file);
  });
}
