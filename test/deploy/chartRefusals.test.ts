import { expect } from "chai";
import { chart, helm, template } from "./chart.js";

/** What is given, and what the refusal has to name. */
const refused: [given: string[], named: RegExp][] = [
  [["cron.replicas=0"], /\/cron\/replicas'?: minimum: got 0, want 1/],
  [["cron.replicas=3"], /\/cron\/replicas'?: maximum: got 3, want 2/],
  [["workers.groups.all.replicas=0"], /\/workers\/groups\/all\/replicas'?: minimum/],
  [["workers.groups.all.queues={money}"], /\/workers\/groups\/all\/queues\/0'?: value must be one of 'pay-submit'/],
  [["workers.groups.all.queues={notify}"], /workers\.groups: no group takes pay-submit/],
  [
    ["workers.groups.more.queues={notify}", "workers.groups.more.replicas=1", "workers.groups.more.maxReplicas=1"],
    /workers\.groups\.more\.queues: notify is in workers\.groups\.all too/,
  ],
  [["workers.groups.all.replicas=2"], /workers\.groups\.all\.maxReplicas: is less than its replicas/],
  [["existingSecret="], /\/existingSecret'?: minLength/],
  [["existingSecret=null"], /missing property 'existingSecret'/],
  [["secretKeys={JWT_KEY}"], /\/secretKeys\/0'?: value must be one of/],
  [["config.PUBLIC_ULR=https://shop.example"], /'PUBLIC_ULR' not allowed/],
  [["config.JWT_KEYS=k1:in-the-open"], /'JWT_KEYS' not allowed/],
  [["config.SANDBOX_URL=http://sandbox"], /'SANDBOX_URL' not allowed/],
  [["config.PUBLIC_URL=http://shop.example"], /\/config\/PUBLIC_URL'?: /],
  [["config.PUBLIC_URL=null"], /missing property 'PUBLIC_URL'/],
  [["config.WORKER_CONCURRENCY_MONEY=8"], /'WORKER_CONCURRENCY_MONEY' not allowed/],
  [["api.replica=3"], /'replica' not allowed/],
  [["api.readinessPath=/ready"], /\/api\/readinessPath'?: value must be one of/],
  [["image.digest=latest"], /\/image\/digest'?: /],
  [["ingress.host="], /\/ingress\/host'?: minLength/],
  [["workers.scaling.enabled=true"], /\/workers\/scaling\/prometheusAddress'?: /],
  [["networkPolicy.stores=null"], /missing property 'stores'/],
];

describe("what the chart refuses", function () {
  this.timeout(600_000);

  it("nothing given: all that is missing, at once", async () => {
    const { code, complaints } = await helm("template", "shop", chart);
    expect(code).not.to.equal(0);
    for (const name of ["/existingSecret", "/config/PUBLIC_URL", "/config/S3_ENDPOINT", "/networkPolicy/stores"])
      expect(complaints).to.include(name);
  });

  for (const [given, named] of refused)
    it(given.join(", "), async () => {
      const { code, complaints } = await template("small", { args: given.flatMap((one) => ["--set", one]) });
      expect(code).not.to.equal(0);
      expect(complaints).to.match(named);
    });
});
