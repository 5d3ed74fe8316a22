import { expect } from "chai";
import fc from "fast-check";
import { FormReader } from "#api/http/body/formReader.js";
import { openVideo } from "#shared/domains/video/videoBytes.js";
import { AppError } from "#shared/kernel/request/errors.js";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";

/** The bytes in pieces that end where `cuts` say. */
async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    if (to > from) yield bytes.subarray(from, to);
    from = to;
  }
}
const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

interface Field {
  name: string;
  fileName: string | undefined;
  bytes: Buffer;
}
const formOf = (fields: readonly Field[], boundary: string): Buffer =>
  Buffer.concat([
    ...fields.flatMap(({ name, fileName, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}\r\n\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

async function readAll(bytes: Buffer, boundary: string, cuts: readonly number[]): Promise<Field[]> {
  const reader = new FormReader(boundary, pieces(bytes, cuts));
  const fields: Field[] = [];
  for (let part = await reader.next(); part; part = await reader.next())
    fields.push({ name: part.name, fileName: part.fileName, bytes: await collect(reader.bytes()) });
  return fields;
}

const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 20 });
/** Much that looks like a delimiter. */
const bytes = fc
  .array(fc.constantFrom("\r\n", "--", "--b", "\r\n--", "\r\n--b", "x", "\r", "\n", "-", "b"), { maxLength: 60 })
  .map((words) => Buffer.from(words.join("").replaceAll("\r\n--bound", "")));

describe("a form that is read while it comes", () => {
  it("gives back every part as it was sent, wherever the network cuts it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.constantFrom("uploadFile", "a", "b c"),
            fileName: fc.option(fc.constantFrom("x.mp4", "my; name=x.mp4", ""), { nil: undefined }),
            bytes,
          }),
          { maxLength: 4 },
        ),
        cuts,
        async (fields, places) => {
          const read = await readAll(formOf(fields, "bound"), "bound", places);
          expect(read).to.deep.equal(fields);
        },
      ),
      { numRuns: 200 },
    ));

  it("cut off anywhere it is 400, and never another form", () =>
    fc.assert(
      fc.asyncProperty(bytes, fc.nat(), cuts, async (content, at, places) => {
        const whole = formOf([{ name: "uploadFile", fileName: "x", bytes: content }], "bound");
        // The end of a form is its last delimiter with two dashes.
        const cut = whole.subarray(0, at % (whole.length - 2));
        const outcome = await readAll(cut, "bound", places).then(
          () => 0,
          (error: unknown) => (error as AppError).code,
        );
        expect(outcome).to.equal(400);
      }),
      { numRuns: 200 },
    ));

  it("takes no more from the network than is asked for", async () => {
    let taken = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="uploadFile"; filename="x"\r\n\r\n`);
      for (; taken < 1_000; taken++) yield Buffer.alloc(1_000);
    }
    const reader = new FormReader("b", counted());
    await reader.next();
    const found = reader.bytes();
    await found.next();
    expect(taken).to.be.at.most(2);
  });
});

describe("a video that is looked at while it passes", () => {
  it("is the same wherever it is cut, and its size is counted", () =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 200 }), fc.nat({ max: 9_000 }), cuts, async (shade, more, places) => {
        const video = Buffer.concat([tinyVideo(shade), Buffer.alloc(more, shade)]);
        const opened = await openVideo(pieces(video, places));
        expect(opened.kind).to.deep.equal({ mime: "video/mp4", extension: "mp4" });
        expect((await collect(opened.bytes)).equals(video)).to.equal(true);
        expect(opened.size()).to.equal(video.length);
      }),
      { numRuns: 100 },
    ));

  it("an archive behind it is found wherever it is cut, with a comment of any length that was kept", () =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 900 }), cuts, async (comment, places) => {
        const end = Buffer.alloc(22 + comment);
        end.write("PK\x05\x06", "latin1");
        end.writeUInt16LE(comment, 20);
        const opened = await openVideo(pieces(Buffer.concat([tinyVideo(), end]), places));
        const outcome = await collect(opened.bytes).then(
          () => 0,
          (error: unknown) => (error as AppError).code,
        );
        expect(outcome).to.equal(400);
      }),
      { numRuns: 50 },
    ));
});
