import { expect } from "chai";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import { InvoiceTitleModel } from "#shared/domains/invoice/title/invoiceTitle.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { buildInvoice, company } from "#test/factories/invoice.js";
import { gone, logoff } from "#test/accountClosure/support.js";
import { invoiceUntil } from "./support.js";

describe("a member who leaves", () => {
  it("takes the titles along, and where invoices were sent; whom they were made out to stays for the books", async () => {
    const built = await buildInvoice({ body: company });
    const { _id: memberId } = built.member;
    await built.client.post("/member/invoiceTitle/appCreateInvoiceTitle", { title: company.title, titleType: 2 });
    const done = await invoiceUntil(built.order._id, "the mail", ({ mailedAt }) => mailedAt !== null);
    await OrderModel.updateOne({ _id: built.order._id }, { $set: { status: 30 } });
    expect(await logoff(built)).to.include(gone);
    expect(await InvoiceTitleModel.countDocuments({ memberId })).to.equal(0);
    expect(await findInvoice(done._id)).to.include({ email: "", mailingAddress: "", title: company.title, status: 3 });
    expect(await InvoiceModel.countDocuments({ memberId })).to.equal(1);
  });
});
