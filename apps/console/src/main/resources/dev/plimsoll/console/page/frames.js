/** Reads the binary frames of the server: numbers in groups of seven bits, texts as UTF-8 after their length. */

const decoder = new TextDecoder();

export class FrameReader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** @returns {number} */
  number() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  /** @returns {string} */
  text() {
    const length = this.number();
    const text = decoder.decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }

  /** @returns {number} NaN where the server knows nothing: it sends one more than the number, and 0 for unknown */
  known() {
    const value = this.number();
    return value === 0 ? NaN : value - 1;
  }
}
